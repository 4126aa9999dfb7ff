/** The first of the offered media types that an Accept header names, or the default. Weights are not weighed. */
export function acceptedType<Offered extends string>(headers: Headers, offered: readonly Offered[]): Offered | null {
  const named = (headers.get("accept") ?? "").split(",").map((range) => range.split(";")[0]?.trim().toLowerCase());
  for (const type of named) {
    if (type === "application/json" || type === "*/*") return null;
    const match = offered.find((each) => each === type);
    if (match !== undefined) return match;
  }
  return null;
}
