const startsOnOrigin = (path: string) => path.startsWith('/') && !path.startsWith('//')

/**
 * Where a redirect of page or server may lead. Only a path of this origin is followed: an address that leads elsewhere,
 * or is not one, becomes `/` (reliability.md section 4, `/login?redirect=`).
 */
export function safeRedirect(target: string | null, origin: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
  if (target === null || !startsOnOrigin(target) || /[\\\u0000-\u001f\u007f]/.test(target)) return '/'
  try {
    const { origin: found, pathname, search, hash } = new URL(target, origin)
    // Dot segments are gone now, and `/..//evil` has become `//evil`, which would be another host.
    return found === origin && startsOnOrigin(pathname) ? `${pathname}${search}${hash}` : '/'
  } catch {
    return '/'
  }
}
