import { SentVersion } from "@stela/core/revisions/schema";
import { ContainerTag, CustomId } from "@stela/core/schema";
import * as z from "zod";

export const ById = z.strictObject({ id: z.uuid() });
export const ByProposal = z.strictObject({ proposalId: z.uuid() });
export const ByContainer = z.strictObject({ containerTag: ContainerTag });
export const ByCustomId = z.strictObject({ containerTag: ContainerTag, customId: CustomId });
export const ByIdAndVersion = z.strictObject({ id: z.uuid(), version: SentVersion });
export const ByCustomIdAndVersion = z.strictObject({
  containerTag: ContainerTag,
  customId: CustomId,
  version: SentVersion,
});
export const ByFinding = z.strictObject({ findingId: z.uuid() });
export const ByErasure = z.strictObject({ erasureId: z.uuid() });
