import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { askPeople } from "../../lib/people.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

export function SignInPage() {
  const { from } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signIn = useMutation({
    mutationFn: (form: FormData) =>
      askPeople("/auth/sign-in/email", { email: form.get("email"), password: form.get("password") }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ href: from ?? "/" });
    },
  });
  return (
    <SignInFrame title="Sign in">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate(new FormData(event.currentTarget));
        }}
      >
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        {signIn.error !== null && (
          <p role="alert" className="text-danger">
            {signIn.error.message}
          </p>
        )}
        <Button kind="primary" type="submit" isBusy={signIn.isPending}>
          Sign in
        </Button>
      </form>
    </SignInFrame>
  );
}
