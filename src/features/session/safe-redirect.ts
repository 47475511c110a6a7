/**
 * Where to go after login. Only a path of this origin is followed: an address that leads elsewhere, or is not one, becomes `/`
 * (reliability.md section 4, `/login?redirect=`).
 */
export function safeRedirect(target: string | null, origin: string): string {
  if (target === null || !target.startsWith('/') || target.startsWith('//')) return '/'
  // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
  if (/[\\\u0000-\u001f\u007f]/.test(target)) return '/'
  try {
    const url = new URL(target, origin)
    return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/'
  } catch {
    return '/'
  }
}
