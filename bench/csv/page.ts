import { connect } from '../lib/page.ts'

connect(() => new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' }))
