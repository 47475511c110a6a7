const NAME = 'access_token'

/** The token in the address, and the address without it. */
export function takenFrom(href: string): { readonly carried: string | null; readonly href: string } {
  const url = new URL(href)
  const carried = url.searchParams.get(NAME)
  url.searchParams.delete(NAME)
  return { carried: carried === '' ? null : carried, href: carried === null ? href : url.href }
}

/** Takes the token out of the address bar and out of the history entry. */
export function takeLinkToken(
  location: Pick<Location, 'href'> = window.location,
  history: Pick<History, 'replaceState' | 'state'> = window.history,
): string | null {
  const { carried, href } = takenFrom(location.href)
  if (href !== location.href) history.replaceState(history.state, '', href)
  return carried
}
