import { openApiRoutes } from './routes.ts'

export const routes = openApiRoutes
