import type { Revision } from "./schema.ts";

/** A revision as the database answers it: what is empty is null. */
export type StoredRevision = {
  readonly [Field in keyof Required<Revision>]: undefined extends Revision[Field]
    ? Exclude<Revision[Field], undefined> | null
    : Revision[Field];
};

/** The revision as it is answered: empty members are left out. */
export function toRevision(stored: StoredRevision): Revision {
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)) as Revision;
}
