import type { UIOptions } from "@pdfme/common";

import type { Theme } from "../../../ui/browser/appearance/color.ts";

/** The designer's colors in the dark theme. */
const NIGHT = {
  colorBgLayout: "#1c2026",
  colorBgContainer: "#14171b",
  colorBgElevated: "#262b33",
  colorText: "#e9ecf1",
  colorTextHeading: "#e9ecf1",
  colorTextLabel: "#c3cad4",
  colorTextSecondary: "#a3adba",
  colorTextTertiary: "#a3adba",
  colorTextDescription: "#a3adba",
  colorTextPlaceholder: "#8a94a2",
  colorTextDisabled: "#8a94a2",
  colorIcon: "#a3adba",
  colorIconHover: "#e9ecf1",
  colorBorder: "#4a525e",
  colorBorderSecondary: "#343b45",
  colorSplit: "#343b45",
  colorFill: "#343b45",
  colorFillSecondary: "#2a3038",
  colorFillTertiary: "#262b33",
  colorFillQuaternary: "#20252b",
  colorFillAlter: "#20252b",
  colorBgContainerDisabled: "#20252b",
  controlItemBgHover: "#2a3038",
  controlItemBgActive: "#343b45",
  controlOutline: "transparent",
};

const DAY = {
  colorBgLayout: "#ffffff",
  colorText: "#18202b",
  colorTextSecondary: "#525d6b",
  colorTextDescription: "#525d6b",
  colorBorder: "#c3cad4",
  colorSplit: "#d2d8df",
};

/** Returns the designer's theme, with the colors and radius of the page. */
export function designerTheme(theme: Theme): NonNullable<UIOptions["theme"]> {
  const style = getComputedStyle(document.documentElement);
  const property = (name: string) => style.getPropertyValue(name).trim();
  const radius = Number.parseFloat(property("--radius"));
  return {
    token: {
      ...(theme === "dark" ? NIGHT : DAY),
      colorPrimary: property("--accent"),
      colorLink: property("--accent"),
      borderRadius: Number.isFinite(radius) ? Math.min(radius, 8) : 6,
      fontFamily: style.fontFamily,
      fontSize: 13,
    },
  };
}
