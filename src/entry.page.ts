// The script of every public page, hydrated or not, which the browser keeps from page to page. What is pressed before
// it has come is held (src/client/page/hold.ts), and handed over by the last of these.
import '#client/page/entries.ts'
import '#features/analytics/public/tracker.ts'
import '#client/page/frame.ts'
import '#client/page/images.ts'
import '#client/page/lazy-sections.ts'
import '#client/page/missing.ts'
import '#client/page/hydrate.ts'
