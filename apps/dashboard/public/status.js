const WORDS = {
  ok: "The API and its database serve.",
  unavailable: "The API does not serve just now. It is looked at again every few seconds.",
  unreachable: "This page cannot reach its server.",
};
const INTERVAL_MS = 5_000;

const status = document.querySelector("#status");

async function look() {
  try {
    const response = await fetch("/healthz", { cache: "no-store" });
    const { api } = await response.json();
    return api === "ok" ? "ok" : "unavailable";
  } catch {
    return "unreachable";
  }
}

async function show() {
  const state = await look();
  if (status.dataset.state !== state) {
    status.dataset.state = state;
    status.textContent = WORDS[state];
  }
  setTimeout(show, INTERVAL_MS);
}

void show();
