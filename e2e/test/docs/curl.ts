/**
 * Stands in for curl on a machine without one: the options that the guides use, and no others. As with curl's
 * `fail-with-body`, a refusal is printed and ends with 22.
 */
const words = process.argv.slice(2);
const headers = new Headers();
const data: string[] = [];
const query: string[] = [];
let [url, method, format]: [string?, string?, string?] = [];
let [discards, showsHead, isQuery] = [false, false, false];

for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (word === "-s") continue;
  else if (word === "-i") showsHead = true;
  else if (word === "-X") method = words.shift();
  else if (word === "-H") headers.append(...splitOnce(words.shift() ?? "", ": "));
  else if (word === "-d") data.push(words.shift() ?? "");
  else if (word === "-G") isQuery = true;
  else if (word === "--data-urlencode") query.push(encoded(words.shift() ?? ""));
  else if (word === "-o") discards = words.shift() === "/dev/null";
  else if (word === "-w") format = words.shift();
  else if (word.startsWith("-")) throw new Error(`This stand-in for curl does not know ${word}`);
  else url = word;
}

const asked = isQuery ? [...query, ...data.splice(0)].join("&") : "";
const response = await fetch(asked === "" ? String(url) : `${url}?${asked}`, {
  method: method ?? (data.length > 0 ? "POST" : "GET"),
  headers,
  body: data.length > 0 ? data.join("&") : null,
});
const body = await response.text();
const head = [...response.headers].map(([name, value]) => `${name === "etag" ? "ETag" : name}: ${value}\n`).join("");
if (showsHead && !discards) process.stdout.write(`HTTP/1.1 ${response.status} ${response.statusText}\n${head}\n`);
if (!discards) process.stdout.write(body);
if (format !== undefined) {
  process.stdout.write(format.replace("%{http_code}", String(response.status)).replaceAll("\\n", "\n"));
}
process.exitCode = response.ok || response.status < 400 ? 0 : 22;

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

function encoded(text: string): string {
  const [name, value] = splitOnce(text, "=");
  return `${name}=${encodeURIComponent(value)}`;
}
