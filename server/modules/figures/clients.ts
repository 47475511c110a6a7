/** The clients with figures of a kind, as the caller may know them. */
import { FIGURE_CLIENTS } from '#domain/figure-columns'
import { fromRows } from '#domain/frame-build'
import type { FigureClientsQuery } from '#schemas/generated/api/figure-clients-query.ts'
import type { FigureFacts } from '../../facts/figures.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { Answer } from '../compare/answer.ts'

export const figureClients =
  ({ figures, clients }: { figures: Pick<FigureFacts, 'clientsWith'>; clients: Pick<ClientService, 'list'> }) =>
  async (scope: Scope, { kind }: FigureClientsQuery): Promise<Answer> => {
    const has = await figures.clientsWith(kind)
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
