// What works from the first paint on. Inlined into every page with the site's frame, before any other script has come.
import './frame.ts'
import './images.ts'
import './wake.ts'
