import type { Bar } from "../bars/bar.ts";
import { load } from "../load/load.ts";

const floor = (name: string, title: string): Bar => ({
  name,
  async measure({ floors, scale: { writers, sliceMs } }) {
    const { perSecond } = await load(floors, () => ({ method: "GET", path: `/${name}` }), {
      writers,
      until: { ms: sliceMs },
    });
    return [{ title, unit: "per second", value: perSecond }];
  },
});

export const f0 = () => floor("f0", "F0: `workerd`, a Hono route that returns JSON");
export const f1 = () => floor("f1", "F1: the same with one `select 1` over the driver");
export const f2 = () => floor("f2", "F2: the same with a two-statement transaction");
