/** POST /period/config: the server resolves a period option with its own clock, in the client's zone. */
import type { PeriodOption, PeriodPair } from '#domain/periods'
import { isPeriodPair } from '#domain/periods'
import { type ApiClient, ApiError } from './client.ts'

export const periodsApi = (client: ApiClient) => ({
  async config({ type, key, name, values = {} }: PeriodOption, of?: number): Promise<PeriodPair> {
    const { comparing, reference, ...plain } = values
    const answer = await client.send('/period/config', {
      method: 'POST',
      query: {
        type,
        key,
        name,
        ...plain,
        client: of,
        begin: comparing?.begin,
        end: comparing?.end,
        referenceBegin: reference?.begin,
        referenceEnd: reference?.end,
      },
    })
    const pair: unknown = await answer.json()
    if (!isPeriodPair(pair))
      throw new ApiError(200, 'ANSWER_UNEXPECTED', 'The answer of /period/config is not what was agreed.')
    return pair
  },
})
