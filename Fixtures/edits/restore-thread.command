tj restore thread
