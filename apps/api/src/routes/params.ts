import { ContainerTag, CustomId } from "@stela/core/schema";
import * as z from "zod";

export const ById = z.strictObject({ id: z.uuid() });
export const ByProposal = z.strictObject({ proposalId: z.uuid() });
export const ByContainer = z.strictObject({ containerTag: ContainerTag });
export const ByCustomId = z.strictObject({ containerTag: ContainerTag, customId: CustomId });
