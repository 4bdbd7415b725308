// The calls. A refused one throws { status, reason }.

async function call(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw { status: 0, reason: "The program does not answer. Is it still running?" };
  }
  if (response.status === 204) return null;
  const text = await response.text();
  if (!response.ok) {
    let reason = text;
    try { reason = JSON.parse(text).error; } catch { /* no JSON: the text itself */ }
    throw { status: response.status, reason: reason || `The answer was ${response.status}.` };
  }
  return response.headers.get("content-type").startsWith("application/json") && !path.includes("/export") ? JSON.parse(text) : text;
}

export const about = () => call("GET", "/api");
export const create = (wish) => call("POST", "/api/games", wish);
export const news = (id, after) => call("GET", `/api/games/${id}${after === undefined ? "" : `?after=${after}`}`);
export const act = (id, what, body = {}) => call("POST", `/api/games/${id}/${what}`, body);
export const exported = (id, format) => call("GET", `/api/games/${id}/export?format=${format}`);
export const leave = (id) => call("DELETE", `/api/games/${id}`);
