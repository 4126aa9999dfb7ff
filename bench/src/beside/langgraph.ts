import { PostgresStore } from "@langchain/langgraph-checkpoint-postgres/store";
import type { Subject } from "./subject.ts";

const NAMESPACE = ["beside"];

/** LangGraph's store on the same Postgres. It has no command that edits: its users read, change and write. */
export const langgraph: Subject = {
  name: "LangGraph's PostgresStore",
  async open({ ownerUrl, onStop }, agents) {
    const store = PostgresStore.fromConnString(ownerUrl);
    onStop(() => store.stop());
    await store.setup();
    const read = async (name: string) => {
      const item = await store.get(NAMESPACE, name);
      if (item === null) throw new Error(`There is no ${name}.`);
      return String(item.value["text"]);
    };
    const create = (name: string, text: string) => store.put(NAMESPACE, name, { text });
    return Array.from({ length: agents }, () => ({
      create,
      read,
      append: async (name: string, line: string) => create(name, `${line}\n${await read(name)}`),
      list: async () => void (await store.search(NAMESPACE, { limit: 100 })),
      search: async (query: string) => void (await store.search(NAMESPACE, { query, mode: "text", limit: 10 })),
    }));
  },
};
