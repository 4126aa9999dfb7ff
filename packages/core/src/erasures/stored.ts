import type { Erasure } from "./schema.ts";

/** A receipt as the database answers it: what is empty is null. */
export type StoredErasure = {
  readonly [Field in keyof Required<Erasure>]: undefined extends Erasure[Field]
    ? Exclude<Erasure[Field], undefined> | null
    : Erasure[Field];
};

/** The receipt as it is answered: empty members are left out. */
export function toErasure(stored: StoredErasure): Erasure {
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)) as Erasure;
}
