/** The clients with figures of a kind, as the caller may know them. */
import { FIGURE_CLIENTS } from '#domain/figure-columns'
import { fromRows } from '#domain/frame-build'
import type { FigureClientsQuery } from '#schemas/generated/api/figure-clients-query.ts'
import { FIGURE_TABLES } from '../../facts/duckdb/figures.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { Answer } from '../compare/service.ts'

export const figureClients =
  ({ facts, clients }: { facts: Pick<SqlFactStore, 'read'>; clients: Pick<ClientService, 'list'> }) =>
  async (scope: Scope, { kind }: FigureClientsQuery): Promise<Answer> => {
    const rows = await facts.read(`SELECT DISTINCT client FROM ${FIGURE_TABLES[kind].name}`)
    const has = new Set(rows.map(([client]) => Number(client)))
    const own = (await clients.list(scope)).filter(({ id }) => has.has(id))
    return {
      frame: fromRows(
        FIGURE_CLIENTS,
        own.map(({ id, name }) => [id, name]),
      ),
      asOf: null,
    }
  }

export type FigureClients = ReturnType<typeof figureClients>
