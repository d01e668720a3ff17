// Loaded into a service under measurement: tells how much CPU it has used when it is asked.
process.on('message', () => process.send?.(process.cpuUsage()))
process.channel?.unref()
