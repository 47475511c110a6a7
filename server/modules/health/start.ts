import { healthRoutes } from './routes.ts'

export const routes = healthRoutes
