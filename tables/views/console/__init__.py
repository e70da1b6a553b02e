"""The console: buttons of the whole evening, the hall, devices, what is looked for."""
