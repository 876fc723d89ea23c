import { installTools } from './prepare.mjs'

// Runs before what package.json's devDependencies do, such as `npm run lint`: `npm start` doesn't install those.
try {
  await installTools()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
