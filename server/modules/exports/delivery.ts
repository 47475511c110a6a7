/** Files handed out: to their owner, and by link to others, while they may see what is in them. */
import { EXPORT_TYPES } from '#domain/export'
import type { ExportFileParams } from '#schemas/generated/api/export-file-params.ts'
import type { ExportLink } from '#schemas/generated/entities/export-link.ts'
import type { Repositories } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import { scopeOf } from '../../lib/user.ts'
import { accessLost, isAllowed, mayDownload } from './access.ts'
import { exportNotFound } from './failure.ts'
import type { ExportFiles } from './files.ts'
import { exportLinks } from './links.ts'
import { storedExport } from './listing.ts'
import type { StoredExport } from './repo.ts'

type Which = ExportFileParams['file']

export interface ExportFile {
  readonly path: string
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}

interface DeliveryParts {
  readonly catalog: Pick<Repositories, 'exports' | 'users' | 'audit'>
  readonly files: Pick<ExportFiles, 'pathOf'>
  readonly clock: Clock
}

const linkInvalid = () =>
  new AppError(
    'EXPORT_LINK_INVALID',
    'This link is not valid any more, or never was; download the file from its list again.',
  )

export function exportDelivery({ catalog, files, clock }: DeliveryParts) {
  const links = exportLinks(clock)

  /** Throws EXPORT_ACCESS_LOST, EXPORT_NOT_READY, EXPORT_NOT_FOUND. */
  function fileOf(scope: Scope, stored: StoredExport, which: Which): ExportFile {
    const { id, state, what } = stored
    if (!isAllowed(scope, stored)) throw new AppError('EXPORT_ACCESS_LOST', accessLost().message, { export: id })
    if (state !== 'ready')
      throw new AppError('EXPORT_NOT_READY', `Export ${id} is ${state}; it has a file once it is ready.`, {
        export: id,
        state,
      })
    const file = stored.files.find((one) => one.file === which)
    const path = file && files.pathOf(id, file.name)
    if (file === undefined || path === undefined) throw exportNotFound(id)
    return {
      path,
      name: file.name,
      bytes: file.bytes,
      sha256: file.sha256,
      type: which === 'data' ? EXPORT_TYPES[what.format] : 'application/json; charset=utf-8',
    }
  }

  /** @param isFirst not one of the later parts of a download */
  async function handOut(scope: Scope, id: number, which: Which, isFirst: boolean): Promise<ExportFile> {
    const stored = await storedExport(catalog, scope, id)
    const file = fileOf(scope, stored, which)
    if (isFirst)
      await catalog.audit.append(scope, {
        action: 'export.download',
        target: `export ${id}`,
        details: { clients: stored.what.clients, file: which },
        at: clock.now(),
      })
    return file
  }

  return {
    /**
     * A file for its owner. Throws EXPORT_NOT_FOUND, EXPORT_NOT_READY, EXPORT_ACCESS_LOST. @param isFirst not one of
     * the later parts of a download
     */
    file: handOut,

    /** An address for a browser, which cannot send our header with a download. Throws as `file` does. */
    async link(scope: Scope, id: number, which: Which): Promise<ExportLink> {
      const stored = await storedExport(catalog, scope, id)
      fileOf(scope, stored, which)
      const { token, until } = links.create({ id, owner: stored.owner, file: which })
      return { path: `/api/export-links/${token}`, expiresAt: until }
    },

    /** The account that made a link. Throws EXPORT_LINK_INVALID. */
    ownerOfLink(token: string): number {
      const link = links.find(token)
      if (link === undefined) throw linkInvalid()
      return link.owner
    },

    /** The file behind a link, while its owner may have it. Throws EXPORT_LINK_INVALID, and as `file` does. */
    async linked(token: string, isFirst: boolean): Promise<ExportFile> {
      const link = links.find(token)
      const user = link && (await catalog.users.find(SYSTEM_SCOPE, link.owner))
      if (link === undefined || user === undefined || !mayDownload(user)) throw linkInvalid()
      return handOut(scopeOf(user), link.id, link.file, isFirst)
    },
  }
}
