import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./button.tsx";

const ORDER = ["system", "light", "dark"] as const;
type Theme = (typeof ORDER)[number];
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const KEPT_AS = "stela.theme"; // public/theme.js reads it before the first paint.

/** Goes from the system's theme to light to dark. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(() => themeOf(localStorage.getItem(KEPT_AS)));
  const Icon = ICONS[theme];
  return (
    <IconButton
      label={`Theme: ${theme}`}
      onClick={() => {
        const next = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "system";
        if (next === "system") localStorage.removeItem(KEPT_AS);
        else localStorage.setItem(KEPT_AS, next);
        const isDark = next === "dark" || (next === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
        document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
        setTheme(next);
      }}
    >
      <Icon />
    </IconButton>
  );
}

function themeOf(kept: string | null): Theme {
  return kept === "light" || kept === "dark" ? kept : "system";
}
