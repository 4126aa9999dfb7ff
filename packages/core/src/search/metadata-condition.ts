import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { StorableText } from "../schema.ts";

const Scalar = z.union([StorableText.max(LIMITS.queryCharacters), z.number(), z.boolean(), z.null()]);
type Scalar = z.infer<typeof Scalar>;
const Ordered = z.union([StorableText.max(LIMITS.queryCharacters), z.number()]);
const Field = StorableText.min(1).max(LIMITS.queryCharacters).meta({
  description: "A member of the metadata; with dots, a member of a member, unless there is one of that name.",
});

const TESTS = ["eq", "ne", "gt", "gte", "lt", "lte", "in", "contains", "exists"] as const;

const Leaf = z
  .strictObject({
    key: Field,
    eq: Scalar.optional(),
    ne: Scalar.optional().meta({ description: "Also where there is no such member." }),
    gt: Ordered.optional().meta({ description: "A number with numbers, text with text, by code points." }),
    gte: Ordered.optional(),
    lt: Ordered.optional(),
    lte: Ordered.optional(),
    in: z.array(Scalar).min(1).max(LIMITS.filterValues).optional(),
    contains: Scalar.optional().meta({ description: "A list has this member, or a text has this text in it." }),
    exists: z.boolean().optional(),
  })
  .refine((leaf) => TESTS.some((test) => leaf[test] !== undefined), `must have one of ${TESTS.join(", ")}`);
type Leaf = z.infer<typeof Leaf>;

export type MetadataCondition =
  | Leaf
  | { AND: MetadataCondition[] }
  | { OR: MetadataCondition[] }
  | { NOT: MetadataCondition };

const conditions = z.lazy(() => z.array(Condition).min(1).max(LIMITS.filterConditions));
const Condition: z.ZodType<MetadataCondition> = z.lazy(() =>
  z.union([
    Leaf,
    z.strictObject({ AND: conditions }),
    z.strictObject({ OR: conditions }),
    z.strictObject({ NOT: Condition }),
  ]),
);

/** A condition on metadata: tests of one member, or AND, OR and NOT of conditions. */
export const MetadataCondition = z
  .custom<unknown>()
  .superRefine((value, context) => {
    const size = { conditions: 0 };
    if (depthOf(value, 1, size) > LIMITS.filterDepth)
      context.addIssue(`must have at most ${LIMITS.filterDepth} levels`);
    else if (size.conditions > LIMITS.filterConditions) {
      context.addIssue(`must have at most ${LIMITS.filterConditions} conditions`);
    }
  })
  .pipe(Condition)
  .meta({ id: "MetadataCondition", override: described() });

/** For OpenAPI, which cannot see through the check that comes first. */
function described(): { anyOf: object[] } {
  const self = { $ref: "#/components/schemas/MetadataCondition" };
  const { $schema: _, ...leaf } = z.toJSONSchema(Leaf, { io: "input" });
  const only = (name: string, schema: object) => ({
    type: "object",
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  });
  const list = { type: "array", items: self, minItems: 1, maxItems: LIMITS.filterConditions };
  return { anyOf: [leaf, only("AND", list), only("OR", list), only("NOT", self)] };
}

/** Measured before anything walks it by recursion of its own. */
function depthOf(value: unknown, depth: number, size: { conditions: number }): number {
  size.conditions += 1;
  if (depth > LIMITS.filterDepth || size.conditions > LIMITS.filterConditions) return depth;
  if (typeof value !== "object" || value === null) return depth;
  const { AND, OR, NOT } = value as Record<string, unknown>;
  const inner = [AND, OR].flatMap((list) => (Array.isArray(list) ? list : [])).concat(NOT === undefined ? [] : [NOT]);
  return inner.reduce<number>((deepest, one) => Math.max(deepest, depthOf(one, depth + 1, size)), depth);
}

/**
 * The condition as SQL's jsonpath, which Postgres evaluates on the metadata. Every test stands in a filter expression, where a
 * comparison of unlike types is false and not unknown, so that NOT is the plain opposite.
 */
export function toJsonPath(condition: MetadataCondition): string {
  if ("AND" in condition) return `(${condition.AND.map(toJsonPath).join(" && ")})`;
  if ("OR" in condition) return `(${condition.OR.map(toJsonPath).join(" || ")})`;
  if ("NOT" in condition) return `(!${toJsonPath(condition.NOT)})`;
  const places = placesOf(condition.key);
  const holds = (test: string) => `(${places.map((place) => `exists(${place} ? (${test}))`).join(" || ")})`;
  const tests: string[] = [];
  const { eq, ne, gt, gte, lt, lte, contains, exists } = condition;
  if (eq !== undefined) tests.push(holds(`@ == ${literal(eq)}`));
  if (ne !== undefined) tests.push(`(!${holds(`@ == ${literal(ne)}`)})`);
  for (const [operator, value] of [
    [">", gt],
    [">=", gte],
    ["<", lt],
    ["<=", lte],
  ] as const) {
    if (value !== undefined) tests.push(holds(`@ ${operator} ${literal(value)}`));
  }
  if (condition.in !== undefined) tests.push(holds(condition.in.map((value) => `@ == ${literal(value)}`).join(" || ")));
  if (contains !== undefined) {
    const isIn = typeof contains === "string" ? ` || @ like_regex ${literal(contains)} flag "q"` : "";
    tests.push(holds(`@ == ${literal(contains)}${isIn}`));
  }
  if (exists !== undefined)
    tests.push(`(${exists ? "" : "!"}(${places.map((place) => `exists(${place})`).join(" || ")}))`);
  return `(${tests.join(" && ")})`;
}

function placesOf(key: string): string[] {
  const whole = `$.${JSON.stringify(key)}`;
  return key.includes(".")
    ? [
        whole,
        `$.${key
          .split(".")
          .map((part) => JSON.stringify(part))
          .join(".")}`,
      ]
    : [whole];
}

function literal(value: Scalar): string {
  return JSON.stringify(value);
}
