import fc from 'fast-check'

// Every run tests the same cases, so that failures can be reproduced.
fc.configureGlobal({ seed: 15 })
