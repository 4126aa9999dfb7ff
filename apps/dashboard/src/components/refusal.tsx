import { Link } from "@tanstack/react-router";
import { failureOf } from "../lib/failure.ts";

/** Why what was just asked for was not done, in a line near the button. Nothing for no error. */
export function Refusal({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const { kind, message } = failureOf(error);
  return (
    <p role="alert" className="text-danger">
      {message}{" "}
      {kind === "signed-out" && (
        <Link
          to="/sign-in"
          search={{ from: location.pathname + location.search }}
          className="font-medium text-accent underline"
        >
          Sign in again
        </Link>
      )}
    </p>
  );
}
