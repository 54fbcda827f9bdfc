/** The page's picture in its tab has a gold mark while it is your turn. */
export function favicon(turn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = `/static/favicon${turn ? "-turn" : ""}.svg`;
  if (link && !link.href.endsWith(wanted)) link.href = wanted;
}
