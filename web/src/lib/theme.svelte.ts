/** Light or dark; /theme.js has set the attribute before the first paint. */
class Theme {
  dark = $state(document.documentElement.dataset.theme === "dark");

  flip(): void {
    this.dark = !this.dark;
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    localStorage.setItem("theme", this.dark ? "dark" : "light");
  }
}

export const theme = new Theme();
