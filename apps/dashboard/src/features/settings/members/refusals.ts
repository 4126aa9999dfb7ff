import { PeopleError } from "../../../lib/people.ts";

/** What the sign-in service refuses, said so that one knows what to do. */
const WORDS: Readonly<Record<string, string>> = {
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    "An organization needs an owner, and only owners remove owners. Make somebody else an owner first.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER:
    "You are the only owner. Make somebody else an owner first, then change your own role.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: "Only owners make owners and change what owners are.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: "Your role does not allow this. It needs the role admin or owner.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: "Only owners invite owners.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION:
    "Your role does not allow this. It needs the role admin or owner.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "There is a member with this address already.",
  INVALID_EMAIL: "This is not an e-mail address.",
  INVITATION_LIMIT_REACHED: "Too many invitations wait. Cancel some first.",
};

/** The same error in words; one of another kind as it is. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof PeopleError)) return error;
  const words = WORDS[error.code];
  // A refusal of rights is no end of the session, although it may come with that status.
  return words === undefined ? error : new PeopleError(error.status === 401 ? 403 : error.status, error.code, words);
}
