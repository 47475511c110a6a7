import { expose } from 'comlink'
import { createDataApi } from './data-api.ts'
import { createDataJob } from './data-job.ts'

expose(createDataApi(createDataJob()))
