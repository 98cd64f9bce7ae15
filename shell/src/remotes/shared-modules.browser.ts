// The federation runtime provides only modules of the shell's own graph. No module of the shell uses the modules below,
// but remotes share them. The build fails when a shared module is missing here.
import '@shop/settings/use-settings';
