import { startNeonEndpoint } from "@stela/local/neon-endpoint";

// A process of its own, so that the load and the endpoint do not take turns in one. It ends with the one that forked it.
process.on("SIGINT", () => {});
const endpoint = await startNeonEndpoint();
process.once("disconnect", () => void endpoint.close().then(() => process.exit(0)));
process.send?.(endpoint.url);
