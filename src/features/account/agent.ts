/** A readable name of a browser from its user agent: enough to recognise one's own laptop, no more. */

export interface Agent {
  readonly browser: string
  readonly system: string
}

/** The first that fits counts: most browsers also name those they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const found = (text: string, among: readonly (readonly [RegExp, string])[]) =>
  among.find(([pattern]) => pattern.test(text))?.[1]

/** Null for what is no browser we know. */
export function agentOf(text: string): Agent | null {
  const [browser, system] = [found(text, BROWSERS), found(text, SYSTEMS)]
  return browser === undefined || system === undefined ? null : { browser, system }
}
