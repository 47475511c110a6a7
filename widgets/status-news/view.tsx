export { StatusDays as default } from '../lib/status-days.tsx'
export { project } from './model.ts'
