/**
 * Which versions of what may be installed, kept by hand: there is no advisory feed to ask (reliability.md I1, I2). A
 * row is added when an advisory is read; it never goes down.
 */

export interface Minimum {
  readonly package: string
  readonly version: string
  readonly reason: string
}

/** Holds for every copy in the lock file. */
export const MINIMUM: readonly Minimum[] = [
  { package: 'ajv', version: '8.18.0', reason: 'CVE-2025-69873: a pattern by $data takes exponential time' },
  {
    package: 'fastify',
    version: '5.12.1',
    reason:
      'CVE-2025-32442, CVE-2026-25223, CVE-2026-33806: content types that skip validation; GHSA-3m5p-2c4r-xxw2, ' +
      'GHSA-w2qp-rph6-63g4',
  },
  { package: 'i18next', version: '2.0.3', reason: 'CVE-2017-16010: markup in values' },
  {
    package: 'echarts',
    version: '6.1.0',
    reason: 'CVE-2026-45249: markup in tooltips; not used, and not to come back older',
  },
]

/** Not at all, in any version. */
export const BANNED: Readonly<Record<string, string>> = {
  xlsx: 'frozen at 0.18.5 in the registry; CVE-2023-30533, CVE-2024-22363',
  exceljs: 'unmaintained, with dependencies that are',
  argon2: 'compiles or downloads at install; node:crypto has Argon2id',
}

/** The only ones that may run something when they are installed; never part of what runs later. */
export const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  esbuild: 'checks that its program fits this machine; comes with Storybook, for development',
  node: 'puts the Node of the lock file into node_modules; for development',
}
