//! The file of one level: which positions the goal's side wins, and at which rank.
//!
//! In: solved classes. Out: a file, and its blocks again. Invariant: every byte is under a checksum: a file that was changed anywhere is
//! refused, when it is opened or when the block is read.
//!
//! All numbers are little-endian. The classes of a level come in ascending order of their code, the canonical formations of a
//! class in ascending order of their number; every [`BLOCK`] formations (the last ones of a class: fewer) make a block.
//!
//! ```text
//! header  8 bytes  "ASALTOX" and the version, 1
//!         u64      hash of the rules
//!         u8 * 4   goal (0 rebels, 1 officers), rebels, advance, most officers
//!         u32      blocks
//!         u64      where the index begins
//! blocks  each compressed by LZ4 (block format)
//! index   for each block: u64 where it begins, u32 its length, u32 CRC-32 of its bytes, u32 bits of a rank
//! end     u32      CRC-32 of header and index
//! ```
//!
//! A block holds, decompressed, for each formation one bit for each set of officers: those of one officer in whole bytes, then
//! those of two, and so on; set = the goal's side wins with the rebels to move. After that come as many more such tables as its
//! ranks have bits, the lowest bit first.

use std::fs::File;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use rayon::prelude::*;

use super::class::{Goal, Solved};
use super::formation::Class;
use super::sets::Layer;
use super::solve::LevelName;
use crate::base::fault::Fault;
use crate::base::file;

/// Formations of a block: few enough for a block to be read in microseconds, enough for it to be compressed well.
pub const BLOCK: usize = 1024;

const MAGIC: [u8; 8] = *b"ASALTOX\x01";
const HEADER: usize = 32;
const ENTRY: usize = 20;

/// What all levels of a solution have in common.
#[derive(Clone, Copy, Debug)]
pub struct Common {
    /// The rules' fingerprint.
    pub rules_hash: u64,
    /// The most officers.
    pub officers: u8,
}

/// The file of a level.
pub fn path(dir: &Path, name: LevelName) -> PathBuf {
    let goal = match name.goal {
        Goal::Rebels => "rebels",
        Goal::Officers => "officers",
    };
    dir.join(format!("{goal}-{:02}-{:03}.level", name.rebels, name.advance))
}

fn header(common: Common, name: LevelName, blocks: usize, index_at: u64) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(common.rules_hash.to_le_bytes());
    header.extend([u8::from(name.goal == Goal::Officers), name.rebels as u8, name.advance as u8, common.officers]);
    header.extend((blocks as u32).to_le_bytes());
    header.extend(index_at.to_le_bytes());
    header
}

/// A block ready to be written.
struct Packed {
    bytes: Vec<u8>,
    rank_bits: u32,
}

/// Writes a level; gives the length of its file.
///
/// # Errors
/// If the file cannot be written.
pub fn write(
    dir: &Path,
    common: Common,
    name: LevelName,
    layer: &Layer,
    classes: &[(Class, Solved)],
) -> Result<u64, Fault> {
    let pieces: Vec<(usize, usize)> = classes
        .iter()
        .enumerate()
        .flat_map(|(index, (class, _))| (0..class.half()).step_by(BLOCK).map(move |first| (index, first)))
        .collect();
    let pack = |&(index, first): &(usize, usize)| {
        let (class, solved) = &classes[index];
        pack(name.goal, layer, solved, first, class.half().min(first + BLOCK))
    };
    let blocks: Vec<Packed> = pieces.par_iter().map(pack).collect();
    let index_at = HEADER + blocks.iter().map(|block| block.bytes.len()).sum::<usize>();
    let header = header(common, name, blocks.len(), index_at as u64);
    let mut index = Vec::with_capacity(blocks.len() * ENTRY);
    let mut at = HEADER as u64;
    for block in &blocks {
        index.extend(at.to_le_bytes());
        index.extend((block.bytes.len() as u32).to_le_bytes());
        index.extend(crc32fast::hash(&block.bytes).to_le_bytes());
        index.extend(block.rank_bits.to_le_bytes());
        at += block.bytes.len() as u64;
    }
    let end = checksum(&header, &index).to_le_bytes();
    file::write_atomic_with(&path(dir, name), |out| {
        out.write_all(&header)?;
        blocks.iter().try_for_each(|block| out.write_all(&block.bytes))?;
        out.write_all(&index)?;
        out.write_all(&end)
    })?;
    Ok((index_at + index.len() + end.len()) as u64)
}

fn checksum(header: &[u8], index: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(index);
    hasher.finalize()
}

fn pack(goal: Goal, layer: &Layer, solved: &Solved, first: usize, last: usize) -> Packed {
    let range = first * layer.bytes()..last * layer.bytes();
    let mut raw = solved.good[range.clone()].to_vec();
    if goal == Goal::Officers {
        complement(layer, &mut raw);
    }
    let ranks: Vec<&[u8]> = solved.ranks.iter().map(|bits| &bits[range.clone()]).collect();
    let used = ranks.iter().rposition(|bits| bits.iter().any(|&byte| byte != 0)).map_or(0, |highest| highest + 1);
    ranks[..used].iter().for_each(|bits| raw.extend_from_slice(bits));
    Packed { bytes: lz4_flex::block::compress(&raw), rank_bits: used as u32 }
}

/// Makes packed sets those that they are not.
pub fn complement(layer: &Layer, packed: &mut [u8]) {
    let all = layer.pack(&layer.all());
    packed.iter_mut().zip(all.iter().cycle()).for_each(|(byte, &all)| *byte ^= all);
}

/// An open level.
pub struct LevelFile {
    path: PathBuf,
    map: Mmap,
    index: usize,
    blocks: usize,
}

/// A block, decompressed.
pub struct Block {
    /// Formations in it.
    pub formations: usize,
    /// Tables of rank bits that follow the first.
    pub rank_bits: usize,
    /// `[1 + rank_bits][formations][bytes]`.
    pub bytes: Vec<u8>,
}

impl LevelFile {
    /// Opens a level that was written for these rules.
    ///
    /// # Errors
    /// If there is no such file, or it is damaged or another level's.
    pub fn open(dir: &Path, common: Common, name: LevelName, blocks: usize) -> Result<LevelFile, Fault> {
        let path = path(dir, name);
        let failed = |error: &dyn std::fmt::Display| Fault::failed(format!("cannot read {}: {error}", path.display()));
        let file = File::open(&path).map_err(|error| failed(&error))?;
        // SAFETY: the program replaces table files whole and never writes into one, so a map stays as it was when opened. Should
        // another program write into the file, the checksums or a wrong answer are at stake, not memory: the bytes are only
        // read as numbers, and every offset is checked. (Truncating it would end the process by a signal.)
        // Measured: mapping the 37 files of M = 0 and checking their indices takes 2 ms, reading them 60 ms; larger tables are as quick to map.
        let map = unsafe { Mmap::map(&file) }.map_err(|error| failed(&error))?;
        let index = map.len().checked_sub(4 + blocks * ENTRY).filter(|&index| index >= HEADER);
        let index = index.ok_or_else(|| failed(&"it is too short"))?;
        if map[..HEADER] != header(common, name, blocks, index as u64) {
            return Err(failed(&"it is damaged, or belongs to another solution"));
        }
        let end = &map[map.len() - 4..];
        if checksum(&map[..HEADER], &map[index..map.len() - 4]).to_le_bytes() != *end {
            return Err(failed(&"its index is damaged"));
        }
        Ok(LevelFile { path, map, index, blocks })
    }

    /// Checks the checksums of all blocks: a quarter of a second a gigabyte.
    ///
    /// # Errors
    /// The first block that is damaged.
    pub fn check(&self) -> Result<(), Fault> {
        (0..self.blocks).try_for_each(|number| self.packed(number).map(drop))
    }

    /// Reads a block.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn block(&self, number: usize, formations: usize, layer: &Layer) -> Result<Block, Fault> {
        let (bytes, rank_bits) = self.packed(number)?;
        let size = (1 + rank_bits) * formations * layer.bytes();
        match lz4_flex::block::decompress(bytes, size) {
            Ok(bytes) if bytes.len() == size => Ok(Block { formations, rank_bits, bytes }),
            _ => Err(self.damaged(number)),
        }
    }

    /// A block as it is in the file, and its tables of rank bits.
    fn packed(&self, number: usize) -> Result<(&[u8], usize), Fault> {
        assert!(number < self.blocks, "blocks are counted from the classes that the file was opened for");
        let entry = &self.map[self.index + number * ENTRY..][..ENTRY];
        let word = |at: usize| u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]) as usize;
        let begin = word(0) | word(4) << 32;
        let (length, crc, rank_bits) = (word(8), word(12) as u32, word(16));
        let bytes = begin.checked_add(length).filter(|&end| end <= self.index).map(|end| &self.map[begin..end]);
        let bytes = bytes.filter(|bytes| crc32fast::hash(bytes) == crc && rank_bits <= 32);
        bytes.map(|bytes| (bytes, rank_bits)).ok_or_else(|| self.damaged(number))
    }

    fn damaged(&self, number: usize) -> Fault {
        Fault::failed(format!("{}: block {number} is damaged", self.path.display()))
    }
}

impl Block {
    /// The rank at which the goal's side wins with this formation of the block and this set of officers, if it does.
    #[inline]
    pub fn rank(&self, formation: usize, officers: usize, set: usize, layer: &Layer) -> Option<u32> {
        let at = formation * layer.bytes() + layer.byte_at[officers - 1] + set / 8;
        let table = self.formations * layer.bytes();
        let bit = |number: usize| u32::from(self.bytes[number * table + at] >> (set % 8) & 1);
        (bit(0) == 1).then(|| (0..self.rank_bits).fold(0, |rank, number| rank | bit(number + 1) << number))
    }
}
