/** Where the dashboards' data come from and where they live: the sources over the API, the frames in the workers. */
import { createAnswers } from '#engine'
import { createSources } from '#sources'
import { createDataPool } from '#workers/data'
import { localsApi } from '../api/locals.ts'
import { api, onWritten } from './api.ts'
import { browserClock } from './browser-ports.ts'
import { session } from './session.ts'
import { sessionAnswers } from './session-answers.ts'

export const compute = createDataPool()

const locals = localsApi(api.client)

export const sources = createSources({
  frame: (path, query, signal) => api.client.frame(path, { query, signal }),
  cost: (query, signal) => api.client.json('/traffic/cost', { query, signal }),
  clients: locals.clients,
  locals: locals.locals,
  activeLocals: locals.activeLocals,
  campaigns: locals.campaigns,
  open: compute.open,
  adopt: compute.adopt,
})

/** Answers are kept for the next dashboard of the same session. */
export const answers = sessionAnswers({
  store: session.store,
  onWritten,
  make: () => createAnswers({ clock: browserClock, random: Math.random, compute, onUnauthorized: session.expire }),
})

// A worker takes longer to start than the first list to arrive: start it with this module, not with the first frame.
void compute.adopt({ columns: [], data: [], rows: 0 }).then(
  ({ id }) => compute.release(id),
  () => undefined,
)
