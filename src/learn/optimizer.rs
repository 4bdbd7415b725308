//! AdamW (Loshchilov and Hutter 2019, algorithm 2) on flat vectors.
//!
//! Input: parameters, their gradient, a learning rate. Output: the next parameters and moments. Invariant: all state is
//! two vectors and a count, so that what is saved and loaded again goes on bit for bit; burn's own optimiser keeps its
//! state under parameter ids that differ from run to run, and takes several passes over memory where this takes one.

use super::config::LearnConfig;

/// State of the optimiser.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AdamW {
    /// Running mean of the gradient.
    pub moment1: Vec<f32>,
    /// Running mean of its square.
    pub moment2: Vec<f32>,
    /// Steps taken.
    pub steps: u64,
}

/// What one step multiplies with.
struct Factors {
    beta1: f32,
    beta2: f32,
    correction1: f32,
    correction2: f32,
    epsilon: f32,
    rate: f32,
}

impl AdamW {
    pub fn new(count: usize) -> Self {
        AdamW { moment1: vec![0.0; count], moment2: vec![0.0; count], steps: 0 }
    }

    /// One step. `decayed`: for each parameter, whether weight decay pulls it towards zero.
    pub fn step(
        &mut self,
        parameters: &mut [f32],
        gradient: &[f32],
        decayed: &[bool],
        rate: f64,
        config: &LearnConfig,
    ) {
        self.steps += 1;
        let time = self.steps as f64;
        let factors = Factors {
            beta1: config.beta1 as f32,
            beta2: config.beta2 as f32,
            correction1: (1.0 - config.beta1.powf(time)).recip() as f32,
            correction2: (1.0 - config.beta2.powf(time)).recip() as f32,
            epsilon: config.epsilon as f32,
            rate: rate as f32,
        };
        let kept = [1.0, (1.0 - rate * config.weight_decay) as f32];
        let moments = self.moment1.iter_mut().zip(&mut self.moment2);
        for (((parameter, gradient), decayed), (moment1, moment2)) in
            parameters.iter_mut().zip(gradient).zip(decayed).zip(moments)
        {
            *parameter *= kept[usize::from(*decayed)];
            *parameter -= factors.delta(*gradient, moment1, moment2);
        }
    }
}

impl Factors {
    #[inline]
    fn delta(&self, gradient: f32, moment1: &mut f32, moment2: &mut f32) -> f32 {
        *moment1 = self.beta1 * *moment1 + (1.0 - self.beta1) * gradient;
        *moment2 = self.beta2 * *moment2 + (1.0 - self.beta2) * gradient * gradient;
        let scale = (*moment2 * self.correction2).sqrt() + self.epsilon;
        self.rate * (*moment1 * self.correction1) / scale
    }
}

/// The Euclidean length of a vector, summed in double precision.
pub(super) fn norm(vector: &[f32]) -> f64 {
    vector.iter().map(|&value| f64::from(value) * f64::from(value)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use burn::module::{Module, Param};
    use burn::nn::Linear;
    use burn::optim::{AdamWConfig, GradientsParams};
    use burn::tensor::{Device, Tensor, TensorData};

    use super::*;

    fn wave(count: usize, step: f32) -> Vec<f32> {
        (0..count).map(|index| (index as f32 * step).sin()).collect()
    }

    #[test]
    fn steps_are_those_of_burns_own_optimizer() {
        let config = LearnConfig { weight_decay: 0.1, epsilon: 1e-6, ..LearnConfig::default() };
        let device = Device::flex().autodiff();
        let tensor = |values: Vec<f32>| Tensor::<2>::from_data(TensorData::new(values, [3, 4]), &device);
        let mut theirs = Linear { weight: Param::from_tensor(tensor(wave(12, 0.9))), bias: None };
        let settings = AdamWConfig::new().with_epsilon(1e-6).with_weight_decay(0.1);
        let mut optimizer = settings.init();
        let (mut ours, mut state) = (wave(12, 0.9), AdamW::new(12));
        for step in 1..30 {
            let gradient = wave(12, 0.1 * step as f32);
            let loss = (theirs.weight.val() * tensor(gradient.clone())).sum();
            let gradients = GradientsParams::from_grads(loss.backward(), &theirs);
            theirs = optimizer.step(0.01, theirs, gradients);
            state.step(&mut ours, &gradient, &[true; 12], 0.01, &config);
        }
        let theirs = theirs.valid().weight.val().into_data().try_into_vec::<f32>().unwrap();
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert!((ours - theirs).abs() < 1e-5, "{ours} {theirs}");
        }
    }

    #[test]
    fn only_weights_decay() {
        let config = LearnConfig { weight_decay: 0.5, ..LearnConfig::default() };
        let mut parameters = [1.0, 1.0];
        AdamW::new(2).step(&mut parameters, &[0.0, 0.0], &[true, false], 0.1, &config);
        assert_eq!(parameters, [0.95, 1.0]);
    }
}
