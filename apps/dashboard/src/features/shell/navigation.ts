import { ClipboardCheck, FolderTree, LayoutDashboard, ScrollText, Settings, ShieldAlert } from "lucide-react";

/** The pages, in the order in which a reviewer needs them. */
export const NAVIGATION = [
  { to: "/", label: "Overview", icon: LayoutDashboard },
  { to: "/memories", label: "Memories", icon: FolderTree },
  { to: "/review", label: "Review", icon: ClipboardCheck },
  { to: "/audit", label: "Audit", icon: ScrollText },
  { to: "/secrets", label: "Secrets", icon: ShieldAlert },
  { to: "/settings", label: "Settings", icon: Settings },
] as const;
