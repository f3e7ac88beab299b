"""Frame and toolbars."""
