import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { Checkbox } from "../../../components/checkbox.tsx";
import { TextField } from "../../../components/field.tsx";
import { Card, Section } from "../../../components/page.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { useToast } from "../../../components/toast.tsx";
import { askPeople, PeopleError, sessionQuery } from "../../../lib/people.ts";

export function ChangePassword() {
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (sent: FormData) =>
      askPeople("/auth/change-password", {
        currentPassword: sent.get("current"),
        newPassword: sent.get("new"),
        revokeOtherSessions: sent.get("others") === "on",
      }),
    onSuccess: async () => {
      form.current?.reset();
      toast({ text: "Changed your password." });
      await queryClient.invalidateQueries(sessionQuery);
      await queryClient.invalidateQueries({ queryKey: ["settings", "sessions"] });
    },
  });
  const isWrong = change.error instanceof PeopleError && change.error.code === "INVALID_PASSWORD";
  return (
    <Section title="Password">
      <Card className="p-4">
        <form
          ref={form}
          className="flex max-w-sm flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate(new FormData(event.currentTarget));
          }}
        >
          <TextField
            label="Your password now"
            name="current"
            type="password"
            autoComplete="current-password"
            error={isWrong ? "This is not your password." : undefined}
            required
          />
          <TextField
            label="A new password"
            name="new"
            type="password"
            autoComplete="new-password"
            hint="At least 10 characters."
            minLength={10}
            maxLength={128}
            required
          />
          <Checkbox label="Sign out everywhere else" name="others" defaultChecked />
          {!isWrong && <Refusal error={change.error} />}
          <Button kind="primary" type="submit" isBusy={change.isPending} className="self-start">
            Change the password
          </Button>
        </form>
      </Card>
    </Section>
  );
}
