import fc from 'fast-check'

// Every run tries the same cases: one that fails can be looked at again.
fc.configureGlobal({ seed: 15 })
