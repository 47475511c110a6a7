/**
 * The page runs under `require-trusted-types-for 'script'`. This default policy lets through the only two things the
 * product needs: workers of our own origin, and emptying an element (which the canvas painter does by assigning '').
 */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (url: string) => string },
  ): unknown
}

export function installTrustedTypes(scope: typeof globalThis = globalThis): void {
  const { trustedTypes } = scope as typeof globalThis & { trustedTypes?: PolicyFactory }
  trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text !== '') throw new TypeError('HTML_REFUSED: markup in a string is never written to the page.')
      return text
    },
    createScriptURL(url) {
      const { origin } = new URL(url, scope.location.href)
      if (origin !== scope.location.origin)
        throw new TypeError(`SCRIPT_REFUSED: ${origin} is not ${scope.location.origin}.`)
      return url
    },
  })
}
