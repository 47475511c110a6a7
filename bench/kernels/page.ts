import { connect } from '../lib/page.ts'

connect(() => new Worker(new URL('./kernels.worker.ts', import.meta.url), { type: 'module' }))
