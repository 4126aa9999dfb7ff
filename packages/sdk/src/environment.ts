/** A variable of the environment where there is one: Node, Deno, Bun, workerd with `nodejs_compat`. Undefined elsewhere. */
export function environmentVariable(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
    return process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined; // Deno without --allow-env throws.
  }
}
