import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Failed, Loading } from "../../components/states.tsx";
import { askPeople, type OpenInvitation, sessionQuery } from "../../lib/people.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

/** Where the link of an invitation leads: to a new account, or to the one there is. */
export function JoinPage() {
  const { secret } = useParams({ from: "/join/$secret" });
  const invitation = useQuery({
    queryKey: ["invitation", secret],
    queryFn: () => askPeople<OpenInvitation>(`/invitations/${encodeURIComponent(secret)}`),
  });
  if (invitation.isPending) {
    return (
      <SignInFrame title="An invitation">
        <Loading lines={4} />
      </SignInFrame>
    );
  }
  if (invitation.error !== null) {
    return (
      <SignInFrame title="An invitation">
        <Failed error={invitation.error} onRetry={() => invitation.refetch()} />
      </SignInFrame>
    );
  }
  const { organization, isOpen } = invitation.data;
  return (
    <SignInFrame title={isOpen ? `Join ${organization}` : "This invitation is no longer open"}>
      {isOpen ? (
        <Accept invitation={invitation.data} secret={secret} />
      ) : (
        <p className="text-muted">It was used or has expired. Ask whoever invited you to {organization} for another.</p>
      )}
    </SignInFrame>
  );
}

function Accept({ invitation, secret }: { invitation: OpenInvitation; secret: string }) {
  const { email, role, hasAccount, id } = invitation;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const isSignedIn = session?.user.email === email;
  const accept = useMutation({
    mutationFn: async (form: FormData) => {
      if (!hasAccount) {
        const person = { name: form.get("name"), email, password: form.get("password"), invitationSecret: secret };
        await askPeople("/auth/sign-up/email", person);
      }
      await askPeople("/auth/organization/accept-invitation", { invitationId: id });
    },
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: "/" });
    },
  });
  if (hasAccount && !isSignedIn) {
    return (
      <p>
        You have an account as {email}.{" "}
        <Link to="/sign-in" search={{ from: `/join/${secret}` }} className="font-medium text-accent underline">
          Sign in
        </Link>{" "}
        to accept.
      </p>
    );
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate(new FormData(event.currentTarget));
      }}
    >
      <p className="text-muted">
        You are invited as {role ?? "reviewer"}, with the address {email}.
      </p>
      {!hasAccount && (
        <>
          <TextField label="Your name" name="name" autoComplete="name" required maxLength={128} autoFocus />
          <TextField
            label="Choose a password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            maxLength={128}
            hint="At least 10 characters."
          />
        </>
      )}
      {accept.error !== null && (
        <p role="alert" className="text-danger">
          {accept.error.message}
        </p>
      )}
      <Button kind="primary" type="submit" isBusy={accept.isPending}>
        {hasAccount ? "Accept the invitation" : "Join"}
      </Button>
    </form>
  );
}
