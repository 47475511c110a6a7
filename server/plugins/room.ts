/**
 * Refuses what writes while the disk is full, before it begins. Reads, sign-in, what deletes or changes nothing, and
 * what says `evenFull` go on.
 */
import type { FastifyInstance } from 'fastify'
import type { DiskWatch } from '../lib/disk-space.ts'
import { storageFull } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Answered on a full disk too: it stores so little that the ballast holds it. What `changes` nothing needs no such
     * word; `false` says that its body is put on the disk.
     */
    evenFull?: boolean
  }
}

const WITHOUT_ROOM = ['GET', 'HEAD', 'OPTIONS', 'DELETE']

/**
 * After access, so that a refused caller learns nothing about the disk. Devices are checked by the ingest itself, which
 * counts its refusals.
 */
export function registerRoom(app: FastifyInstance, { disk }: { disk: Pick<DiskWatch, 'hasRoom'> }): void {
  app.addHook(
    'onRequest',
    async ({
      method,
      routeOptions: {
        config: { authz, evenFull },
      },
    }) => {
      if (
        WITHOUT_ROOM.includes(method) ||
        authz === undefined ||
        authz.subjects === 'anyone' ||
        authz.subjects === 'device'
      )
        return
      if (evenFull ?? authz.changes === 'nothing') return
      if (!(await disk.hasRoom())) throw storageFull()
    },
  )
}
