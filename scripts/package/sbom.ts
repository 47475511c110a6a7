/**
 * The software bill of materials, as npm writes it from a lock file: CycloneDX, without what differs from run to run.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LockEntry } from '../lock-entries.ts'

interface Component {
  readonly name: string
  readonly version: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}
interface Bom {
  serialNumber?: string
  metadata: { timestamp?: string; component: Component & { type: string } }
  components: Component[]
}

export interface Bill {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly entries: Readonly<Record<string, LockEntry>>
  readonly dependencies: Readonly<Record<string, string>>
  /** Where a component is used, by name and version. */
  readonly partsOf: (component: string) => readonly string[]
}

/** JSON text. `aforo:part` of a component says whether the server asks for it or the page holds it. */
export function sbom({ name, version, license, entries, dependencies, partsOf }: Bill): string {
  const root = { name, version, license, dependencies }
  const folder = mkdtempSync(join(tmpdir(), 'aforo-sbom-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(root))
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ name, version, lockfileVersion: 3, requires: true, packages: { '': root, ...entries } }),
    )
    const bom = JSON.parse(
      execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
        maxBuffer: 1 << 26,
      }),
    ) as Bom
    delete bom.serialNumber
    delete bom.metadata.timestamp
    bom.metadata.component = { ...bom.metadata.component, name }
    bom.components = bom.components.map((component) => ({
      ...component,
      properties: [
        ...(component.properties ?? []),
        ...partsOf(`${component.name}@${component.version}`).map((value) => ({ name: 'aforo:part', value })),
      ],
    }))
    return `${JSON.stringify(bom, null, 2)}\n`
  } finally {
    rmSync(folder, { recursive: true })
  }
}
