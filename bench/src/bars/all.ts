import { bareSql } from "../floors/bare-sql.ts";
import { f0, f1, f2 } from "../floors/platform.ts";
import type { Bar } from "./bar.ts";
import { create } from "./create.ts";
import { deletion } from "./delete.ts";
import { get } from "./get.ts";
import { insert } from "./insert.ts";
import { list } from "./list.ts";
import { rename } from "./rename.ts";
import { scan } from "./scan.ts";
import { search } from "./search.ts";
import { size } from "./size.ts";
import { start } from "./start.ts";
import { strReplace } from "./str-replace.ts";
import { upsert } from "./upsert.ts";
import { view } from "./view.ts";
import { walk } from "./walk.ts";
import { writers } from "./writers.ts";

/** In the order in which they are measured and told. */
export function allBars(): Bar[] {
  const floors = [f0(), f1(), f2(), bareSql()];
  const calls = [view(), get(), create(), strReplace(), insert(), upsert(), writers()];
  return [...floors, ...calls, list(), walk(), rename(), deletion(), search(), scan(), size(), start()];
}
