import type { Document } from "./schema.ts";

/** A document as the database answers it: what is empty is null. */
export type StoredDocument = {
  readonly [Field in keyof Required<Document>]: undefined extends Document[Field]
    ? Exclude<Document[Field], undefined> | null
    : Document[Field];
};

/** The document as it is answered: empty members are left out. */
export function toDocument(stored: StoredDocument): Document {
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)) as Document;
}
