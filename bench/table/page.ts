import { connect } from '../lib/page.ts'

connect(() => new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' }))
